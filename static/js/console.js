/** Entry of every console page: loads what all pages share. A page adds its own module in the block `page_js`. */
import "./lib/keys.js";
import "./lib/theme.js";
import "./lib/time.js";
import "./lib/toast.js";
import "./lib/live.js";
import "./parts/page_top.js";
import "./parts/requests.js";
import "./parts/dialog.js";
import "./parts/popover.js";
import "./parts/inspector.js";
import "./parts/copy.js";
import "./parts/counts.js";
import "./parts/rows.js";
import "./parts/picks.js";
import "./parts/key_sheet.js";
