#ifndef LOCALS_H
#define LOCALS_H

namespace weather {

struct Sample
{
    int temperature;
    int wind[3];
};

/// Smooths and classifies the records of a chain of weather stations.
class Stations
{
public:
    virtual ~Stations() {}
    virtual void Process(const Sample *samples, Sample *cleaned, int *codes, unsigned count);

protected:
    void kernel1D_Clean(const Sample *samples, Sample *cleaned, unsigned count);
    void kernel1D_Code(const Sample *samples, const Sample *cleaned, int *codes, unsigned count);

    int weights_[3] = {1, 2, 1};
    Sample worst_ = {40, {9, 8, 7}};
};

} // namespace weather

#endif
