#ifndef ALGORITHMS_H
#define ALGORITHMS_H
#include <array>

// Median-like filters over windows of five samples.
class WindowFilter
{
public:
    virtual ~WindowFilter() {}
    virtual void Run(const int *signal, int *filtered, int *features, float *levels, int count);

private:
    void kernel1D_Filter(const int *signal, int *filtered, int count);
    void kernel1D_Features(const int *signal, int *features, float *levels, int count);

    std::array<int, 5> weights = {1, 2, 4, 2, 1};
    int ceiling = 70;
};

#endif
