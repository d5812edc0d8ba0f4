// Tracks of particles through a detector with eight layers: calibrating their hits and fitting them.
#ifndef TRACKS_H
#define TRACKS_H

#include <cstdint>

struct Vector3f
{
    float x, y, z;
};

struct DetectorHit
{
    Vector3f pos;
    float charge;
    int layer;
};

// Four hits at most, the first `used` of them count.
struct alignas(16) DetectorTrack
{
    DetectorHit hits[4];
    uint32_t used;
};

struct TrackFit
{
    Vector3f centroid;
    float residual[4];
    struct
    {
        float length;
        int crossed; // layers
    } path;
};

class TrackFinder
{
  public:
    struct BoundingBox
    {
        Vector3f lo;
        Vector3f hi;
    };

    struct TrackStatistics
    {
        struct Charge
        {
            float sum;
            float largest;
            uint32_t saturated;
        };

        Charge charge;
        BoundingBox box;
        float moment[3];
        int crossed[2]; // all, and the most by one track
    };

    TrackFinder();
    virtual ~TrackFinder() = default;

    void SetGain(int layer, float gain) { calibration.gain[layer] = gain; }

    // Multiplies the charge of each hit by the gain of its layer and shifts it to where the layer is.
    virtual void Calibrate(DetectorTrack* tracks, uint32_t count);

    virtual void FitAll(const DetectorTrack* tracks, TrackFit* fits, uint32_t count);

    // How often each track was seen in the layers 0 to 7: eight numbers of four bits.
    virtual void CountLayers(const DetectorTrack* tracks, uint32_t* pattern, uint32_t count);

    const TrackStatistics& GetTrackStatistics() const { return statistics; }
    float MeanCharge() const { return meanCharge; }

  protected:
    void kernel1D_Calibrate(DetectorTrack* tracks, uint32_t count);
    void kernel1D_Fit(const DetectorTrack* tracks, TrackFit* fits, uint32_t count);
    void kernel1D_CountLayers(const DetectorTrack* tracks, uint32_t* pattern, uint32_t count);

    Vector3f Corrected(const DetectorHit& hit) const;
    void ResetStatistics();

  private:
    static constexpr int LayerCount = 8;

    struct Calibration
    {
        float gain[LayerCount];
        struct LayerOffset
        {
            float along;
            float across[2];
        } offset[LayerCount];
        float saturation;
    };

    Calibration calibration;
    TrackStatistics statistics;
    float meanCharge;
};

#endif
