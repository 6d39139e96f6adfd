/** The colour of a node where it does not say its island: a hue of the palette, or a step of the ramp of age. */
import { HUES } from "./raster.js";

const STEPS = HUES - 1; // hue 0 is grey

/** Hues of the nodes by kind: memories blue, documents amber, which no kind of colour blindness mixes up. */
export const byKind = (graph) => graph.kind.map((kind) => kind + 1);

/** Steps of the ramp by the bin of the timeline a node was made in, the oldest first. */
export const byAge = (bins, count) => bins.map((bin) => 1 + Math.min(Math.floor((bin * STEPS) / count), STEPS - 1));
