//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sun and the large planets, by small steps of time.
///
/// Usage: NBody [steps]
///
//===----------------------------------------------------------------------===//

public class NBody {
  private static final double SOLAR_MASS = 4 * Math.PI * Math.PI;
  private static final double DAYS_PER_YEAR = 365.24;

  private static final class Body {
    double x, y, z, vx, vy, vz;
    final double mass;

    /// The position, the velocity per day, and the mass in the sun's.
    Body(double x, double y, double z, double vx, double vy, double vz,
         double mass) {
      this.x = x;
      this.y = y;
      this.z = z;
      this.vx = vx * DAYS_PER_YEAR;
      this.vy = vy * DAYS_PER_YEAR;
      this.vz = vz * DAYS_PER_YEAR;
      this.mass = mass * SOLAR_MASS;
    }

    double squaredSpeed() { return vx * vx + vy * vy + vz * vz; }

    double distance(Body other) {
      double dx = x - other.x, dy = y - other.y, dz = z - other.z;
      return Math.sqrt(dx * dx + dy * dy + dz * dz);
    }

    /// Both attract each other for the time dt.
    void attract(Body other, double dt) {
      double dx = x - other.x, dy = y - other.y, dz = z - other.z;
      double squared = dx * dx + dy * dy + dz * dz;
      double factor = dt / (squared * Math.sqrt(squared));
      vx -= dx * other.mass * factor;
      vy -= dy * other.mass * factor;
      vz -= dz * other.mass * factor;
      other.vx += dx * mass * factor;
      other.vy += dy * mass * factor;
      other.vz += dz * mass * factor;
    }

    void move(double dt) {
      x += dt * vx;
      y += dt * vy;
      z += dt * vz;
    }
  }

  private final Body[] bodies = {
      new Body(0, 0, 0, 0, 0, 0, 1), // the sun
      new Body(4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
               0.00166007664274403694, 0.00769901118419740425,
               -6.90460016972063023e-05,
               9.54791938424326609e-04), // Jupiter
      new Body(8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
               -0.00276742510726411240, 0.00499852801234917238,
               2.30417297573763929e-05,
               2.85885980666130812e-04), // Saturn
      new Body(12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
               0.00296460137564761618, 0.00237847173959480950,
               -2.96589568540237556e-05,
               4.36624404335156298e-05), // Uranus
      new Body(15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
               0.00268067772490389322, 0.00162824170038242295,
               -9.51592254519715870e-05,
               5.15138902046611451e-05), // Neptune
  };

  /// The sun moves so that the center of mass stays.
  private NBody() {
    Body sun = bodies[0];
    for (int i = 1; i < bodies.length; ++i) {
      Body body = bodies[i];
      sun.vx -= body.vx * body.mass / SOLAR_MASS;
      sun.vy -= body.vy * body.mass / SOLAR_MASS;
      sun.vz -= body.vz * body.mass / SOLAR_MASS;
    }
  }

  private void step(double dt) {
    for (int i = 0; i < bodies.length; ++i)
      for (int j = i + 1; j < bodies.length; ++j)
        bodies[i].attract(bodies[j], dt);
    for (Body body : bodies)
      body.move(dt);
  }

  private double energy() {
    double energy = 0;
    for (int i = 0; i < bodies.length; ++i) {
      energy += bodies[i].mass * bodies[i].squaredSpeed() / 2;
      for (int j = i + 1; j < bodies.length; ++j)
        energy -=
            bodies[i].mass * bodies[j].mass / bodies[i].distance(bodies[j]);
    }
    return energy;
  }

  private static String billionths(double value) {
    long number = Math.round(Math.abs(value) * 1e9);
    String fraction = Long.toString(number % 1000000000);
    return (value < 0 ? "-" : "") + number / 1000000000 + "."
        + "0".repeat(9 - fraction.length()) + fraction;
  }

  public static void main(String[] arguments) {
    int steps = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200000;
    NBody system = new NBody();
    System.out.println(billionths(system.energy()));
    for (int i = 0; i < steps; ++i)
      system.step(0.01);
    System.out.println(billionths(system.energy()));
    for (Body body : system.bodies)
      System.out.println(Double.doubleToLongBits(body.x));
  }
}
