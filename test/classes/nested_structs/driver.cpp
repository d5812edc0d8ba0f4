// Calibrates and fits the tracks of two detectors.
#include "driver_support.h"
#include "object.h"

static std::vector<DetectorTrack> MakeTracks(uint32_t count, uint64_t seed)
{
    driver::Random random(seed);
    std::vector<DetectorTrack> tracks(count);
    for (DetectorTrack& track : tracks)
    {
        for (DetectorHit& hit : track.hits)
        {
            hit.pos = {random.Float(1.0f, 5.0f), random.Float(-9.0f, -1.0f), random.Float(0.0f, 20.0f)};
            hit.charge = random.Float(0.0f, 1.0f);
            hit.layer = random.Int(0, 7);
        }
        track.used = random.Next() % 5;
    }
    return tracks;
}

static void PrintVec3(const std::string& name, Vector3f v)
{
    driver::Print((name + ".x").c_str(), v.x);
    driver::Print((name + ".y").c_str(), v.y);
    driver::Print((name + ".z").c_str(), v.z);
}

static void PrintFinder(const char* title, const TrackFinder& finder)
{
    const TrackFinder::TrackStatistics& s = finder.GetTrackStatistics();
    driver::Print("finder", title);
    driver::Print("charge.sum", s.charge.sum);
    driver::Print("charge.largest", s.charge.largest);
    driver::Print("charge.saturated", s.charge.saturated);
    PrintVec3("box.lo", s.box.lo);
    PrintVec3("box.hi", s.box.hi);
    for (size_t k = 0; k < 3; k++)
        driver::PrintElement("moment", k, s.moment[k]);
    driver::PrintElement("crossed", 0, s.crossed[0]);
    driver::PrintElement("crossed", 1, s.crossed[1]);
    driver::Print("meanCharge", finder.MeanCharge());
}

static void PrintTracks(const char* name, const std::vector<DetectorTrack>& tracks)
{
    std::vector<float> positions, charges;
    std::vector<int> layers, used;
    for (const DetectorTrack& track : tracks)
    {
        for (const DetectorHit& hit : track.hits)
        {
            positions.insert(positions.end(), {hit.pos.x, hit.pos.y, hit.pos.z});
            charges.push_back(hit.charge);
            layers.push_back(hit.layer);
        }
        used.push_back(int(track.used));
    }
    driver::Print("tracks", name);
    driver::PrintArray("positions", positions);
    driver::PrintArray("charges", charges);
    driver::PrintArray("layers", layers);
    driver::PrintArray("used", used);
}

static void PrintFits(const char* name, const std::vector<TrackFit>& fits)
{
    std::vector<float> centroids, residuals, lengths;
    std::vector<int> crossed;
    for (const TrackFit& fit : fits)
    {
        centroids.insert(centroids.end(), {fit.centroid.x, fit.centroid.y, fit.centroid.z});
        residuals.insert(residuals.end(), fit.residual, fit.residual + 4);
        lengths.push_back(fit.path.length);
        crossed.push_back(fit.path.crossed);
    }
    driver::Print("fits", name);
    driver::PrintArray("centroids", centroids);
    driver::PrintArray("residuals", residuals);
    driver::PrintArray("lengths", lengths);
    driver::PrintArray("crossed", crossed);
}

static void Check(uint32_t count)
{
    std::unique_ptr<TrackFinder> inner = MakeObject();
    std::unique_ptr<TrackFinder> outer = MakeObject();
    outer->SetGain(3, 2.5f);
    outer->SetGain(7, 0.0625f);

    std::vector<DetectorTrack> a = MakeTracks(count, 71);
    std::vector<DetectorTrack> b = MakeTracks(count, 72);
    std::vector<TrackFit> fits(count, TrackFit());
    std::vector<uint32_t> pattern(count, 0xdeadbeefu);

    PrintFinder("inner, new", *inner);
    inner->CountLayers(a.data(), pattern.data(), count);
    driver::PrintArray("pattern", pattern);

    inner->FitAll(a.data(), fits.data(), count);
    PrintFinder("inner, not calibrated", *inner);
    PrintFits("not calibrated", fits);

    inner->Calibrate(a.data(), count);
    inner->Calibrate(a.data(), count);
    outer->Calibrate(b.data(), count);
    PrintTracks("a, calibrated twice", a);
    PrintTracks("b, calibrated", b);

    outer->FitAll(b.data(), fits.data(), count);
    inner->FitAll(a.data(), fits.data(), count / 2);
    PrintFinder("inner, half", *inner);
    PrintFinder("outer", *outer);
    PrintFits("half of a, then b", fits);
}

int main(int argc, char** argv)
{
    return driver::Run(argc, argv, 1, {"0", "1", "63", "64", "255", "256", "257", "20011"},
                       [](driver::Shape shape) { Check(shape.x); });
}
