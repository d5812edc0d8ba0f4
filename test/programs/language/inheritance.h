#pragma once

namespace weather {

class Station {
public:
    explicit Station(float offset) : m_offset(offset) {}
    virtual ~Station() = default;
    virtual void Convert(const float *raw, float *celsius, int n);
    virtual void Count(const float *raw, int n);
    int Frosty() const { return m_frosty; }

protected:
    virtual void kernel1D_Convert(const float *raw, float *celsius, int n);
    virtual void kernel1D_Count(const float *raw, int n);
    virtual float Correct(float value) const { return value + m_offset; }
    float Scale(float value) const { return value * 0.5f; }

    float m_offset;
    int m_frosty = 0;
};

struct Calibration {
    float gain = 2.0f;
    int errors = 0;
    float Apply(float value) const { return value * gain; }
};

// Another sensor: its own correction and counting, the rest inherited.
class Buoy : public Station, protected Calibration {
public:
    Buoy() : Station(1.25f) { gain = 4.0f; }
    int Errors() const { return errors; }

protected:
    void kernel1D_Count(const float *raw, int n) override;
    float Correct(float value) const override;
    float Scale(float value) const { return Apply(value) - Station::Scale(value); }
};

} // namespace weather
