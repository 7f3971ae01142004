-- A workload for SQLite: tables, indices, joins, triggers, views, windows,
-- recursion, full text, JSON, R-trees, and statements that fail.
.mode list
CREATE TABLE a(id INTEGER PRIMARY KEY, k INT, name TEXT, weight REAL);
CREATE INDEX ak ON a(k, name);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
  INSERT INTO a SELECT i, (i * 7919) % 101, 'name' || (i * 31 % 977),
    i * 0.25 - 3 FROM n;
SELECT count(*), sum(k), round(avg(weight), 4), min(name), max(name) FROM a;
CREATE TABLE log(what TEXT, old INT, new INT);
CREATE TRIGGER t AFTER UPDATE OF k ON a WHEN new.k % 2 = 0
  BEGIN INSERT INTO log VALUES ('k', old.k, new.k); END;
UPDATE a SET k = k + 1 WHERE id % 3 = 0;
SELECT count(*), sum(old), sum(new) FROM log;
CREATE VIEW heavy AS SELECT k, count(*) AS n, sum(weight) AS w FROM a
  GROUP BY k HAVING n > 30;
SELECT * FROM heavy ORDER BY w DESC, k LIMIT 7;
SELECT x.id, y.id FROM a x JOIN a y ON x.name = y.name AND x.id < y.id
  WHERE x.k < 3 ORDER BY x.id, y.id LIMIT 9;
SELECT id, row_number() OVER w, lag(k) OVER w, sum(weight) OVER (PARTITION BY k
  ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM a WHERE k IN
  (5, 6) WINDOW w AS (PARTITION BY k ORDER BY id) ORDER BY k, id LIMIT 12;
BEGIN; DELETE FROM a WHERE id % 2; SELECT count(*) FROM a; ROLLBACK;
SELECT count(*) FROM a;
SELECT json_extract(json_group_array(json_object('k', k, 'n', name)), '$[3]')
  FROM a WHERE id < 40;
SELECT sum(value) FROM json_each('[1, 2.5, "x", null, 7]');
CREATE VIRTUAL TABLE f USING fts5(body);
INSERT INTO f SELECT 'the ' || name || ' of ' || k || ' words' FROM a
  WHERE id < 800;
SELECT count(*) FROM f WHERE f MATCH 'name31 OR 17';
SELECT rowid, snippet(f, 0, '<', '>', '.', 3) FROM f WHERE f MATCH '"of 42"'
  ORDER BY rowid LIMIT 3;
CREATE VIRTUAL TABLE r USING rtree(id, x0, x1, y0, y1);
INSERT INTO r SELECT id, k, k + 2, weight, weight + 1 FROM a;
SELECT count(*) FROM r WHERE x0 > 10 AND x1 < 40 AND y0 > 100 AND y1 < 300;
SELECT printf('%08.3f|%-6s|%x|%q', 3.14159, 'ab', 255, 'it''s'),
  substr('abcdef', -3), replace('banana', 'an', '<>'), hex(zeroblob(3)),
  strftime('%Y-%m-%d', 86400 * 365, 'unixepoch'), typeof(1e3), 'x' LIKE 'X';
SELECT group_concat(name, ',') FROM (SELECT DISTINCT name FROM a
  ORDER BY name DESC LIMIT 5);
SELECT * FROM missing;
INSERT INTO a(id) VALUES (1);
SELECT (SELECT count(*) FROM a b WHERE b.k = a.k AND b.id <= a.id) AS rank, id
  FROM a WHERE id > 3990 ORDER BY 1, 2;
EXPLAIN QUERY PLAN SELECT * FROM a WHERE k = 3 ORDER BY name;
PRAGMA integrity_check;
VACUUM;
