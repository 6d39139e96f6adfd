/** The parts of d3 the console uses, by name; build.mjs bundles just these into dist/d3.js. */
export { bin, extent, max, min } from "d3-array";
export { contourDensity, contours } from "d3-contour";
export { easeCubicInOut, easeCubicOut } from "d3-ease";
export { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
export { interpolateNumber, interpolateZoom } from "d3-interpolate";
export { polygonCentroid, polygonHull } from "d3-polygon";
export { quadtree } from "d3-quadtree";
export { scaleLinear, scaleSqrt } from "d3-scale";
export { pointer, select, selectAll } from "d3-selection";
export { curveCatmullRomClosed, line } from "d3-shape";
export { zoom, zoomIdentity, zoomTransform } from "d3-zoom";
// d3-zoom animates through selection.transition(), which this import installs.
import "d3-transition";
