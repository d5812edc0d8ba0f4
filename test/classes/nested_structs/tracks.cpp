// Calibration and fits of tracks.
#include "tracks.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

// ---- Vectors ------------------------------------------------------------------------------------

static inline Vector3f operator+(const Vector3f& a, const Vector3f& b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline Vector3f operator-(const Vector3f& a, const Vector3f& b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline Vector3f operator*(float s, const Vector3f& v)
{
    return {s * v.x, s * v.y, s * v.z};
}

static float PointDistance(const Vector3f& a, const Vector3f& b)
{
    const Vector3f d = b - a;
    return std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

// ---- What is called -----------------------------------------------------------------------------

TrackFinder::TrackFinder() : statistics(), meanCharge(0.0f)
{
    for (int layer = 0; layer < LayerCount; layer++)
    {
        calibration.gain[layer] = 1.0f + 0.125f * float(layer);
        calibration.offset[layer].along = 0.5f * float(layer);
        calibration.offset[layer].across[0] = 0.25f;
        calibration.offset[layer].across[1] = -0.25f * float(layer % 3);
    }
    calibration.saturation = 3.5f;
}

void TrackFinder::Calibrate(DetectorTrack* tracks, uint32_t count)
{
    kernel1D_Calibrate(tracks, count);
}

void TrackFinder::FitAll(const DetectorTrack* tracks, TrackFit* fits, uint32_t count)
{
    kernel1D_Fit(tracks, fits, count);
}

void TrackFinder::CountLayers(const DetectorTrack* tracks, uint32_t* pattern, uint32_t count)
{
    kernel1D_CountLayers(tracks, pattern, count);
}

// ---- What calculates ----------------------------------------------------------------------------

void TrackFinder::ResetStatistics()
{
    statistics.charge.sum = 0.0f;
    statistics.charge.largest = 0.0f;
    statistics.charge.saturated = 0;
    statistics.box.lo = Vector3f{FLT_MAX, FLT_MAX, FLT_MAX};
    statistics.box.hi = Vector3f{-FLT_MAX, -FLT_MAX, -FLT_MAX};
    for (int k = 0; k < 3; k++)
        statistics.moment[k] = 0.0f;
    statistics.crossed[0] = 0;
    statistics.crossed[1] = 0;
}

Vector3f TrackFinder::Corrected(const DetectorHit& hit) const
{
    const Calibration::LayerOffset& offset = calibration.offset[hit.layer];
    return hit.pos + Vector3f{offset.across[0], offset.across[1], offset.along};
}

void TrackFinder::kernel1D_Calibrate(DetectorTrack* tracks, uint32_t count)
{
    for (uint32_t t = 0; t < count; t++)
    {
        for (int h = 0; h < 4; h++)
        {
            DetectorHit& hit = tracks[t].hits[h];
            hit.charge *= calibration.gain[hit.layer];
            hit.pos = Corrected(hit);
        }
    }
}

void TrackFinder::kernel1D_Fit(const DetectorTrack* tracks, TrackFit* fits, uint32_t count)
{
    ResetStatistics();

    for (uint32_t t = 0; t < count; t++)
    {
        const DetectorTrack& track = tracks[t];
        const int used = std::min(int(track.used), 4);

        TrackFit fit;
        fit.centroid = Vector3f{0.0f, 0.0f, 0.0f};
        fit.path.length = 0.0f;
        fit.path.crossed = 0;
        for (int h = 0; h < 4; h++)
            fit.residual[h] = 0.0f;

        float charge = 0.0f;
        for (int h = 0; h < used; h++)
        {
            const DetectorHit& hit = track.hits[h];
            fit.centroid = fit.centroid + hit.pos;
            charge += hit.charge;
            if (h == 0)
                continue;
            fit.path.length += PointDistance(track.hits[h - 1].pos, hit.pos);
            if (hit.layer != track.hits[h - 1].layer)
                fit.path.crossed++;
        }
        if (used > 0)
            fit.centroid = (1.0f / float(used)) * fit.centroid;
        for (int h = 0; h < used; h++)
            fit.residual[h] = PointDistance(fit.centroid, track.hits[h].pos);
        fits[t] = fit;

        statistics.charge.sum += charge;
        statistics.charge.largest = std::max(statistics.charge.largest, charge);
        if (charge > calibration.saturation)
            statistics.charge.saturated++;

        statistics.box.lo.x = std::min(statistics.box.lo.x, track.hits[0].pos.x);
        statistics.box.lo.y = std::min(statistics.box.lo.y, track.hits[0].pos.y);
        statistics.box.lo.z = std::min(statistics.box.lo.z, track.hits[0].pos.z);
        statistics.box.hi.x = std::max(statistics.box.hi.x, track.hits[0].pos.x);
        statistics.box.hi.y = std::max(statistics.box.hi.y, track.hits[0].pos.y);
        statistics.box.hi.z = std::max(statistics.box.hi.z, track.hits[0].pos.z);

        statistics.moment[0] += charge * std::fabs(fit.centroid.x);
        statistics.moment[1] += charge * std::fabs(fit.centroid.y);
        statistics.moment[2] += charge * std::fabs(fit.centroid.z);

        statistics.crossed[0] += fit.path.crossed;
        statistics.crossed[1] = std::max(statistics.crossed[1], fit.path.crossed);
    }

    meanCharge = count > 0 ? statistics.charge.sum / float(count) : 0.0f;
}

void TrackFinder::kernel1D_CountLayers(const DetectorTrack* tracks, uint32_t* pattern, uint32_t count)
{
    for (uint32_t t = 0; t < count; t++)
    {
        uint32_t seen[LayerCount] = {0, 0, 0, 0, 0, 0, 0, 0};
        for (uint32_t h = 0; h < 4; h++)
        {
            if (h >= tracks[t].used)
                break;
            seen[tracks[t].hits[h].layer]++;
        }

        uint32_t packed = 0;
        for (int layer = LayerCount - 1; layer >= 0; layer--)
            packed = (packed << 4) | seen[layer];
        pattern[t] = packed;
    }
}
