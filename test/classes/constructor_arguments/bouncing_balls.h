// Balls that fall under gravity and bounce off the floor.
#ifndef BOUNCING_BALLS_H_
#define BOUNCING_BALLS_H_

#include <cstdint>

class BouncingBalls {
 public:
  // `dt` in seconds, `gravity` in metres per second squared (positive: down), `restitution` is the
  // part of the speed that a ball keeps when it bounces.
  BouncingBalls(float dt, float gravity, float restitution = 0.75f, int shelf_count = 16);

  // Earth, 100 steps a second.
  explicit BouncingBalls(int shelf_count);

  virtual ~BouncingBalls();

  // Moves all balls by one frame, which is two steps.
  virtual void AdvanceFrame(float* height, float* velocity, uint32_t n);

  // On which shelf each ball is: shelves are half a metre apart, the lowest one is number 0.
  virtual void FindShelves(const float* height, int* shelf, uint32_t n);

  // The energy of all balls, per kilogram of one ball.
  virtual float TotalEnergy(const float* height, const float* velocity, uint32_t n);

  float dt() const { return dt_; }
  float time() const { return time_; }
  float fastest() const { return fastest_; }
  int steps() const { return steps_; }
  int bounces() const { return bounces_; }
  int bounces_ever() const { return bounces_ever_; }
  int highest_shelf() const { return highest_shelf_; }

 protected:
  void kernel1D_Step(float* height, float* velocity, uint32_t n);
  void kernel1D_FindShelves(const float* height, int* shelf, uint32_t n);
  void kernel1D_Energy(const float* height, const float* velocity, uint32_t n);

 private:
  int ShelfOf(float height) const;

  const float dt_;
  const float gravity_;
  const float restitution_;
  const float shelves_per_metre_;
  const int shelf_count_;

  float time_ = 0.0f;
  float fastest_ = 0.0f;  // in the last step
  float energy_ = 0.0f;
  int steps_ = 0;
  int bounces_ = 0;  // in the last step
  int bounces_ever_ = 0;
  int highest_shelf_ = -1;
};

#endif  // BOUNCING_BALLS_H_
