/** Entry of the map page, built into one file: the map first, which draws itself, then what every page loads. */
import "./page.js";
import "./twin.js";
import "./times.js";
import "../console.js";
