/**
 * What a canvas shows, found without its help: begun before the page, it notes every text as it is written, and
 * `examineMap(bounds)` then gives the figures of the last frame and what is wrong with it.
 */
(() => {
  const SLACK = 1; // pixels
  const LEAST_CONTRAST = 4.5;
  const written = new WeakMap();
  const drawing = CanvasRenderingContext2D.prototype;
  const { clearRect, fillText } = drawing;

  drawing.clearRect = function (x, y, width, height) {
    const { a: ratio } = this.getTransform();
    if (x <= 0 && y <= 0 && width * ratio >= this.canvas.width && height * ratio >= this.canvas.height) written.set(this.canvas, []);
    return clearRect.call(this, x, y, width, height);
  };

  drawing.fillText = function (text, x, y, ...rest) {
    const size = this.measureText(text);
    const box = {
      left: x - size.actualBoundingBoxLeft, right: x + size.actualBoundingBoxRight,
      top: y - size.actualBoundingBoxAscent, bottom: y + size.actualBoundingBoxDescent,
    };
    written.get(this.canvas)?.push({ text, colour: this.fillStyle, ...box });
    return fillText.call(this, text, x, y, ...rest);
  };

  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;

  function colourOf(css) {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  }

  const light = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
  const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const distance = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

  /** The canvas over the colour of the page, as rows of pixels: {at(x, y), width, height} in CSS pixels. */
  function pixelsOf(canvas, page) {
    const { width, height } = canvas.getBoundingClientRect();
    const flat = new OffscreenCanvas(Math.round(width), Math.round(height));
    const context = flat.getContext("2d");
    context.fillStyle = `rgb(${page[0]}, ${page[1]}, ${page[2]})`;
    context.fillRect(0, 0, flat.width, flat.height);
    context.drawImage(canvas, 0, 0, flat.width, flat.height);
    const { data } = context.getImageData(0, 0, flat.width, flat.height);
    return { at: (x, y) => data.subarray(4 * (y * flat.width + x), 4 * (y * flat.width + x) + 3), width: flat.width, height: flat.height };
  }

  /** What lies round the letters of a text: most of its box is not ink. */
  function ground(pixels, { left, top, right, bottom }) {
    const found = [];
    for (let y = Math.max(Math.floor(top), 0); y < Math.min(bottom, pixels.height); y += 1) {
      for (let x = Math.max(Math.floor(left), 0); x < Math.min(right, pixels.width); x += 1) found.push(luminance(pixels.at(x, y)));
    }
    return found.sort((a, b) => a - b);
  }

  function contrastOf(pixels, label) {
    const around = ground(pixels, label);
    const ink = luminance(colourOf(label.colour));
    // The worst of what is not the letters themselves: a quarter from the far end.
    const far = ink < 0.4 ? around[Math.floor(around.length * 0.6)] : around[Math.floor(around.length * 0.4)];
    return contrast(ink, far);
  }

  function labelsAmiss(labels, pixels, floating) {
    const wrong = [];
    labels.forEach((label, at) => {
      const over = labels.slice(at + 1).find((other) => meet(label, other));
      if (over) wrong.push(["label over label", `“${label.text}” and “${over.text}”`]);
      if (label.left < 0 || label.top < 0 || label.right > pixels.width || label.bottom > pixels.height) wrong.push(["label cut off", `“${label.text}”`]);
      else if (floating.some((box) => meet(label, box))) wrong.push(["label covered", `“${label.text}”`]);
      else if (contrastOf(pixels, label) < LEAST_CONTRAST) wrong.push(["contrast of a label", `“${label.text}” ${contrastOf(pixels, label).toFixed(1)}`]);
    });
    return wrong;
  }

  /** Share of the window that nothing is drawn on, and how much ink there is: all of it, and on a drawn pixel. */
  function inkOf(pixels, page, ink, floating) {
    const most = distance(page, ink);
    let [seen, empty, sum, full] = [0, 0, 0, 0];
    for (let y = 0; y < pixels.height; y += 1) {
      for (let x = 0; x < pixels.width; x += 1) {
        if (floating.some((box) => x >= box.left && x < box.right && y >= box.top && y < box.bottom)) continue;
        const share = distance(pixels.at(x, y), page) / most;
        seen += 1;
        empty += share < 0.015;
        sum += share;
        full += share > 0.6;
      }
    }
    return { empty: empty / seen, ink: sum / Math.max(seen - empty, 1), full: full / Math.max(seen - empty, 1) };
  }

  /** `bounds`: {empty, ink, full}, the most of each; gives {figures, wrong: [[rule, detail]]}. */
  globalThis.examineMap = (bounds) => {
    const canvas = document.querySelector("memory-graph > canvas");
    const own = canvas.getBoundingClientRect();
    const [page, ink] = ["--bg", "--text"].map((token) => {
      const probe = canvas.parentElement.appendChild(document.createElement("span"));
      probe.style.color = `var(${token})`;
      const found = colourOf(getComputedStyle(probe).color);
      probe.remove();
      return found;
    });
    const floating = [...document.querySelectorAll("memory-graph [data-float]")]
      .filter((part) => part.checkVisibility())
      .map((part) => part.getBoundingClientRect())
      .map(({ left, top, right, bottom }) => ({ left: left - own.left, top: top - own.top, right: right - own.left, bottom: bottom - own.top }));
    const pixels = pixelsOf(canvas, page);
    const labels = written.get(canvas) ?? [];
    const figures = { ...inkOf(pixels, page, ink, floating), labels: labels.length };
    const wrong = labelsAmiss(labels, pixels, floating);
    for (const [name, most] of Object.entries(bounds)) if (figures[name] > most) wrong.push([`too much: ${name}`, `${figures[name].toFixed(3)}, at most ${most}`]);
    if (!labels.length) wrong.push(["no label", "nothing is named"]);
    return { figures, wrong };
  };
})();
