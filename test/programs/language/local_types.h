#pragma once
#include <cstdint>

namespace Audio
{

class Mixer
{
public:
	typedef int sample;
	using output = float;
	struct filter
	{
		using vec3 = float[3];
		vec3 in;
		output out = 0.5f;
		output smooth( output active ) const;
	};

	virtual ~Mixer() {}
	virtual void Mix( const sample *input, output *buffer, uint32_t *shared, int uniform );

private:
	void kernel1D_Mix( const sample *input, output *buffer, int uniform );
	void kernel1D_Hash( const sample *input, uint32_t *shared, int uniform );

	filter layout = { { 0.25f, 0.5f, 0.25f }, 1.0f };
	sample flat = 3;
	uint32_t patch = 0x9e3779b9u;
};

} // namespace Audio
