// Origin: written as a user would, before its first translation.
// Particles that attract each other, typedef'd structs, C style.
// RUN: %check %s --class Particles --size count=0,1,50 --size steps=1,2 --arg list.mass=0.5..2 --size list=50 --size force=50 -- -std=c++17
#include <math.h>
#define SOFTENING 0.5f
#define DT 0.01f

typedef struct {
  float x, y, z;
} vec;

typedef struct {
  vec pos, vel;
  float mass;
} particle;

class Particles {
public:
  void Move(particle *list, vec *force, int count, int steps) {
    while (steps-- > 0) {
      kernel1D_Forces(list, force, count);
      kernel1D_Step(list, force, count);
    }
  }

protected:
  void kernel1D_Forces(particle *list, vec *force, int count) {
    int i, j;
    particle *p, *q;
    float dx, dy, dz, d2, inv;
    for (i = 0; i < count; i++) {
      p = &list[i];
      force[i].x = force[i].y = force[i].z = 0.0f;
      for (j = 0, q = list; j < count; j++, q++) {
        if (i == j)
          continue;
        dx = q->pos.x - p->pos.x;
        dy = q->pos.y - p->pos.y;
        dz = q->pos.z - p->pos.z;
        d2 = dx * dx + dy * dy + dz * dz + SOFTENING;
        inv = q->mass / (d2 * sqrtf(d2));
        force[i].x += dx * inv;
        force[i].y += dy * inv;
        force[i].z += dz * inv;
      }
    }
  }

  void kernel1D_Step(particle *list, vec *force, int count) {
    particle *p, *end;
    vec *f;
    for (p = list, end = list + count, f = force; p < end; p++, f++) {
      p->vel.x += DT * f->x;
      p->vel.y += DT * f->y;
      p->vel.z += DT * f->z;
      p->pos.x += DT * p->vel.x;
      p->pos.y += DT * p->vel.y;
      p->pos.z += DT * p->vel.z;
    }
  }
};
