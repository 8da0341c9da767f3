/** Fit the writing in a plot to its size on the screen. */
export function fitText(plot) {
  const slot = plot.inner_width / (plot.x_range.end - plot.x_range.start);
  for (const renderer of plot.renderers) {
    const { from, most = 24 } = renderer.tags.find((tag) => "from" in tag) ?? {};
    if (from === undefined) continue;
    renderer.visible = slot >= from;
    renderer.glyph.text_font_size = `${Math.round(Math.min(most, Math.max(11, slot * 0.34)))}px`;
  }
  const size = `${Math.round(Math.min(22, Math.max(13, plot.inner_width / 70)))}px`;
  for (const axis of [...plot.below, ...plot.left]) {
    axis.setv({ axis_label_text_font_size: size, major_label_text_font_size: size });
  }
}
