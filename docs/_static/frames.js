addEventListener("message", ({ data, source }) => {
  if (data?.type !== "kvpage:height") return;
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.style.height = `${data.height}px`;
  }
});
