"""Ways to reuse storage that the standard library and coroutines have."""

from .cases import Case, fill, way
from .shapes import Type

# --- Types that contain one of several objects ------------------------------


@way(headers=("variant",))
def variant(c: Case) -> str:
    name = c.alternatives()
    first = c.types[0]

    def step(t: Type) -> str:
        if c.is_assignable() and c.maybe(.4):
            body = f"v = {t.make(c.n())};\n"
        else:
            body = f"v.emplace<{t.name}>({t.args(c.n())});\n"
        kind = c.rng.randrange(3)
        if kind == 0:
            return body + c.uses(t.part(f"std::get<{t.name}>(v)"))
        if kind == 1:
            return body + c.uses(t.part(f"(*std::get_if<{t.name}>(&v))"))
        return (body + "std::visit([](auto &o) {\n" + c.uses("base(o)")
                + "}, v);\n")

    return (f"{name} v(std::in_place_type<{first.name}>, "
            f"{first.args(c.n())});\n" + c.steps(step))


@way(headers=("optional",))
def optional(c: Case) -> str:
    def step(t: Type) -> str:
        body = f"std::optional<{t.name}> o;\n"
        for _ in range(c.rng.randint(1, 3)):
            if t.is_assignable and c.maybe(.4):
                body += f"o = {t.make(c.n())};\n"
            else:
                body += f"o.emplace({t.args(c.n())});\n"
            body += c.uses(t.part("(*o)"), 2)
            if c.maybe(.4):
                body += "o.reset();\n"
        return body

    return c.steps(step)


@way(23, ("expected",))
def expected(c: Case) -> str:
    if not c.is_assignable():
        return ""
    a, b = c.types[:2]
    body = (f"std::expected<{a.name}, {b.name}> e(std::in_place, "
            f"{a.args(c.n())});\n" + c.uses(a.part("(*e)")))
    for t in [x for x in c.sequence(3, 5) if x in (a, b)]:
        if t is a:
            body += f"e = {a.make(c.n())};\n" + c.uses(a.part("e.value()"))
        else:
            body += (f"e = std::unexpected<{b.name}>({b.make(c.n())});\n"
                     + c.uses(b.part("e.error()")))
    return body


@way(headers=("any",))
def any_type(c: Case) -> str:
    def step(t: Type) -> str:
        made = c.rng.choice((f"a = {t.make(c.n())};\n",
                             f"a.emplace<{t.name}>({t.args(c.n())});\n"))
        got = c.rng.choice((f"std::any_cast<{t.name} &>(a)",
                            f"(*std::any_cast<{t.name}>(&a))"))
        return made + c.uses(t.part(got))

    return "std::any a;\n" + c.steps(step)


@way(headers=("functional",))
def function(c: Case) -> str:
    def step(t: Type) -> str:
        return (f"{t.name} o({t.args(c.n())});\n"
                f"call = [o]() mutable -> Base & {{ return {t.part('o')}; }};"
                "\n" + c.uses("call()"))

    return "std::function<Base &()> call;\n" + c.steps(step)


# --- Pointers ---------------------------------------------------------------

@way(headers=("memory",))
def smart_pointers(c: Case) -> str:
    """The allocator gives the storage of the old object to the new one."""
    derived = all(t.is_derived for t in c.types)
    if derived and c.family.has_virtual_destructor() and c.maybe(.7):
        def step(t: Type) -> str:
            return f"p.reset(new {t.make(c.n())});\n" + c.uses("(*p)")

        return "std::unique_ptr<Base> p;\n" + c.steps(step) + "p.reset();\n"

    if c.maybe():
        def step(t: Type) -> str:
            return (f"auto s = std::make_shared<{t.name}>({t.args(c.n())});\n"
                    f"p = std::shared_ptr<Base>(s, &{t.part('(*s)')});\n"
                    "s.reset();\n" + c.uses("(*p)") + "p.reset();\n")

        return "std::shared_ptr<Base> p;\n" + c.steps(step)

    def step(t: Type) -> str:
        return (f"std::unique_ptr<{t.name}> p(new {t.make(c.n())});\n"
                + c.uses(t.part("(*p)")) + f"p.reset(new {t.make(c.n())});\n"
                + c.uses(t.part("(*p)")))

    return c.steps(step)


# --- Containers -------------------------------------------------------------

def container(c: Case, t: Type, name: str, front: str) -> str:
    """Elements of a sequence that go and come."""
    body = (f"{name} v;\nv.emplace_back({t.args(c.n())});\n"
            f"v.emplace_back({t.args(c.n())});\n" + c.uses(t.part(front)))
    changes = [f"v.clear();\nv.emplace_back({t.args(c.n())});\n",
               f"v.pop_back();\nv.emplace_back({t.args(c.n())});\n",
               "while (v.size() < 5)\n"
               f"v.emplace_back({t.args(c.n())});\n"]
    if t.is_assignable:
        changes += ["v.erase(v.begin());\n"
                    f"v.emplace_back({t.args(c.n())});\n",
                    f"v.insert(v.begin(), {t.make(c.n())});\n",
                    f"v.emplace(v.begin(), {t.args(c.n())});\n"]
    for change in c.rng.sample(changes, 2):
        body += change + c.uses(t.part(front), 2)
        body += c.uses(t.part("v.back()"), 1)
    return body


@way(headers=("vector",))
def vector(c: Case) -> str:
    return c.steps(lambda t: container(c, t, f"std::vector<{t.name}>",
                                       "v[0]"))


@way(headers=("deque",))
def deque(c: Case) -> str:
    return c.steps(lambda t: container(c, t, f"std::deque<{t.name}>",
                                       "v.front()"))


@way(headers=("list",))
def list_nodes(c: Case) -> str:
    return c.steps(lambda t: container(c, t, f"std::list<{t.name}>",
                                       "(*v.begin())"))


@way(headers=("vector", "variant"))
def vector_of_variants(c: Case) -> str:
    name = c.alternatives()

    def step(t: Type) -> str:
        # resize() may assign.
        kind = c.rng.choice((0, 1, 2) if c.is_assignable() else (0, 2))
        made = f"{name}(std::in_place_type<{t.name}>, {t.args(c.n())})"
        if kind == 0:
            body = f"v.clear();\nv.push_back({made});\n"
        elif kind == 1:
            body = f"v.resize(1, {made});\nv.pop_back();\n"
            body += f"v.push_back({made});\n"
        else:
            body = f"v[0].template emplace<{t.name}>({t.args(c.n())});\n"
            body = f"if (v.empty())\nv.push_back({made});\n" + body
        if c.is_assignable() and c.maybe():
            body += f"v.insert(v.begin(), {made});\nv.erase(v.begin() + 1);\n"
        return body + c.uses(t.part(f"std::get<{t.name}>(v.front())"))

    return f"std::vector<{name}> v;\n" + c.steps(step)


@way(headers=("map",))
def map_nodes(c: Case) -> str:
    """Elements that are taken out as nodes, and put in again."""
    def step(t: Type) -> str:
        return fill("""\
std::map<int, $t> m;
m.emplace(std::piecewise_construct, std::forward_as_tuple(1),
std::forward_as_tuple($args));
${uses}auto node = m.extract(1);
node.key() = 2;
node.mapped().~$t();
new (&node.mapped()) $make;
m.insert(std::move(node));
$others""", t=t.name, args=t.args(c.n()), make=t.make(c.n()),
                    uses=c.uses(t.part("m.at(1)")),
                    others=c.uses(t.part("m.at(2)")))

    return c.steps(step)


@way(headers=("map", "variant"))
def map_of_variants(c: Case) -> str:
    name = c.alternatives()
    first = c.types[0]

    def step(t: Type) -> str:
        return fill("""\
auto node = m.extract(m.begin());
node.key() += 1;
node.mapped().template emplace<$t>($args);
auto at = m.insert(std::move(node)).position;
$uses""", t=t.name, args=t.args(c.n()), uses=c.uses(
    t.part(f"std::get<{t.name}>(at->second)")))

    return (f"std::map<int, {name}> m;\n"
            f"m.emplace(1, {name}(std::in_place_type<{first.name}>, "
            f"{first.args(c.n())}));\n" + c.steps(step))


# --- Memory resources -------------------------------------------------------

def resource(c: Case, after: str) -> str:
    def step(t: Type) -> str:
        kind = c.rng.randrange(3 if c.standard >= 20 else 2)
        if kind == 0:
            return (f"void *room = r.allocate(sizeof({t.name}), alignof("
                    f"{t.name}));\nauto *o = new (room) {t.make(c.n())};\n"
                    + c.uses(t.part("(*o)")) + c.end("o", t)
                    + f"r.deallocate(room, sizeof({t.name}), alignof("
                    f"{t.name}));\n" + after)
        body = f"std::pmr::polymorphic_allocator<{t.name}> a(&r);\n"
        if kind == 1:
            return (body + f"auto *o = new (a.allocate(1)) {t.make(c.n())};\n"
                    + c.uses(t.part("(*o)")) + c.end("o", t)
                    + "a.deallocate(o, 1);\n" + after)
        # An allocator would construct the members of pairs one by one.
        return (body + f"auto *o = a.allocate_object<{t.name}>();\n"
                f"new (o) {t.make(c.n())};\n" + c.uses(t.part("(*o)"))
                + c.end("o", t) + "a.deallocate_object(o);\n" + after)

    return c.steps(step)


@way(headers=("memory_resource",))
def monotonic_resource(c: Case) -> str:
    return ("alignas(16) unsigned char buffer[1024];\n"
            "std::pmr::monotonic_buffer_resource r(buffer, sizeof buffer);\n"
            + resource(c, "r.release();\n"))


@way(headers=("memory_resource",))
def pool_resource(c: Case) -> str:
    return ("std::pmr::unsynchronized_pool_resource r;\n" + resource(c, ""))


# --- Coroutines -------------------------------------------------------------

@way(20, ("coroutine",))
def coroutine(c: Case) -> str:
    """Variables of a coroutine that are not alive at the same time, and frames
    that are used again."""
    name = c.fresh("Steps")
    c.declare(COROUTINE, name=name, allocation=c.allocation(2048))
    calls = ""
    for _ in range(c.rng.randint(1, 3)):
        walk, blocks = c.fresh("walk"), ""
        for t in c.sequence():
            number = c.rng.choice(("n", c.n()))
            block = f"{t.name} o({t.args(number)});\n"
            if c.maybe(.4):
                block += f"Base &b = {t.part('o')};\n" + c.uses("b", 1)
                call = "b.f(n)"
            else:
                call = f"as_reference({t.part('o')}).f(n)"
            block += f"co_yield {call};\n" + c.uses(t.part("o"), 2)
            if c.maybe():
                block += f"co_yield as_reference({t.part('o')}).g();\n"
            blocks += f"{{\n{block}}}\n"
        if c.maybe(.3):
            t = c.rng.choice(c.types)
            c.declare("$name $walk(int n, $t o) {\nco_yield $part.f(n);\n"
                      "$blocks}\n", name=name, walk=walk, t=t.name,
                      part=t.part("o"), blocks=blocks)
            arguments = f"{c.n()}, {t.make(c.n())}"
        else:
            c.declare("$name $walk(int n) {\n$blocks}\n", name=name,
                      walk=walk, blocks=blocks)
            arguments = c.n()
        calls += (f"for (int i = 0; i < 2; ++i) {{\n{name} s = "
                  f"{walk}({arguments});\nwhile (s.next()) put(s.value());\n"
                  "}\n")
    return calls


COROUTINE = """\
struct $name {
  struct promise_type {
    int value = 0;
    $name get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
$allocation  };
  std::coroutine_handle<promise_type> h;
  $name(std::coroutine_handle<promise_type> h) : h(h) {}
  $name(const $name &) = delete;
  ~$name() { h.destroy(); }
  bool next() {
    h.resume();
    return !h.done();
  }
  int value() { return h.promise().value; }
};
"""
