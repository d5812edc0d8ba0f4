// Origin: written as a user would.
// Types local to functions, aliases, auto and decltype, shadowed names, names that a shading language reserves.
// RUN: %check %s --class Mixer -- -std=c++17
#include "local_types.h"

namespace Audio
{

Mixer::output Mixer::filter::smooth( output active ) const
{
	auto texture = out * active;
	for( auto discard : in )
		texture += discard * active;
	return texture;
}

static float mat4( float varying ) { return varying < 0.0f ? 0.0f - varying : varying; }

void Mixer::kernel1D_Mix( const sample *input, output *buffer, int uniform )
{
	for( int i = 0; i < uniform; i++ )
	{
		struct vec4
		{
			sample attribute;
			output precise;
			output sum() const { return output( attribute ) + precise; }
		};
		const vec4 half = { input[i] % 256, 0.125f };
		decltype( half.precise ) fixed = half.sum();
		auto flat = 2; // hides the member
		{
			auto flat = fixed * 0.5f;
			fixed = fixed + flat;
			for( int i = 0; i < 3; i++ )
				flat += layout.in[i] * float( i );
			fixed -= flat;
		}
		decltype( auto ) noise = layout.smooth( fixed );
		buffer[i] = mat4( noise ) + output( flat ) * output( this->flat );
	}
}

void Mixer::kernel1D_Hash( const sample *input, uint32_t *shared, int uniform )
{
	for( int gl = 0; gl < uniform; ++gl )
	{
		using uint = uint32_t;
		typedef struct { uint lowp, highp; } uvec2;
		enum { groups = 4, resource = 0x1f };
		uvec2 common = { uint( input[gl] ), patch };
		auto &[coherent, superp] = common;
		for( auto partition = 0u; partition < groups; partition++ )
		{
			coherent ^= superp >> ( partition & resource );
			superp = superp * 31u + coherent;
		}
		decltype( common.lowp ) out = common.lowp, inout = common.highp;
		if( const auto sample = Mixer::sample( out % 7u ); sample > flat )
			inout += uint( sample );
		else if( auto input = uint( sample ) * 2u; input )
			inout -= input;
		const uint main = inout, mediump = out, image2D = 5, workgroup = 2, cast = 1;
		shared[gl] = main * image2D + mediump * workgroup + cast;
	}
}

void Mixer::Mix( const sample *input, output *buffer, uint32_t *shared, int uniform )
{
	kernel1D_Mix( input, buffer, uniform );
	kernel1D_Hash( input, shared, uniform );
}

} // namespace Audio
