// Origin: written as a user would, before its first translation.
// A queue that is worked on in rounds: what is left keeps its order, the work of a round is of the size of the last, and
// the elements themselves change. There is room for so many and no more.
// RUN: %check_many %s --class Queue --variant=stable=--append=stable --variant='plain=--append=stable --target=vulkan10' --size n=0,1,300,4099 --arg rounds=3 -- -std=c++17
// RUN: %check_many %s --class Queue --control=Take --variant=stable=--append=stable --size n=5000 -- -std=c++17
#include <vector>

struct Job {
  unsigned id;
  int left;
  float due[3];
};

class Queue {
public:
  virtual ~Queue() = default;

  virtual void Work(const int *cost, int n, int rounds) {
    kernel1D_Enter(cost, n);
    for (int round = 0; round < rounds; round++) {
      kernel1D_Round(round);
      kernel1D_Back();
    }
  }
  // Costs are paid in place, and what was cheap is written down in order.
  virtual void Take(int *cost, int n) { kernel1D_Pay(cost, n); }

protected:
  void kernel1D_Enter(const int *cost, int n) {
    m_jobs.clear();
    m_done.clear();
    for (int i = 0; i < n; i++)
      m_jobs.push_back({unsigned(i), (cost[i] & 7) + 1, {float(i), 0.5f, 2.0f}});
  }
  void kernel1D_Round(int round) {
    m_next.clear();
    m_work = 0;
    for (unsigned i = 0; i < m_jobs.size(); i++) {
      Job job = m_jobs[i];
      const int share = job.left > 2 ? 2 : 1;
      job.left -= share;
      job.due[2] += 0.25f * float(round);
      m_work += share;
      if (job.left > 0)
        m_next.push_back(job);
      else
        m_done.push_back(job.id);
    }
  }
  void kernel1D_Back() {
    m_jobs.clear();
    for (unsigned i = 0; i < m_next.size(); i++)
      m_jobs.push_back(m_next[i]);
  }
  void kernel1D_Pay(int *cost, int n) {
    m_done.clear();
    for (int i = 0; i < n; i++) {
      const int before = cost[i];
      cost[i] = before / 2;
      if (before % 3 == 0) {
        m_done.push_back(unsigned(i));
        m_done.push_back(unsigned(before));
      }
    }
  }

  std::vector<Job> m_jobs, m_next;
  std::vector<unsigned> m_done;
  int m_work = 0;
};
