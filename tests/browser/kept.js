/* What puts a kept page back, without a load, as the reader of an address would find it. */

async ({ query, wanted, far, known }) => {
  const deep = (node, selector) => [...node.querySelectorAll("*")].flatMap((each) => [
    ...(each.matches(selector) ? [each] : []),
    ...(each.shadowRoot ? deep(each.shadowRoot, selector) : []),
  ]);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);

  const told = (state) => {
    const workload = `${state.lengths} ${state.block} ${state.page}`;
    const run = `${state.cache} ${state.blocks} ${state.pages} ${state.load} ${state.mix} ${state.draw}`;
    return {
      hook: [state.scheme],
      "side-by-side": [workload],
      claims: [`${workload} ${state.length}`],
      predict: [`${state.level} ${state.question}  asked`],
      pages: [`${state.scenario} ${state.layout} ${state.step}`],
      serving: [run, `${run} ${one("#serving .player input")?.value}`],
    };
  };
  function wrong(state) {
    return Object.entries(told(state)).flatMap(([figure, expected]) =>
      deep(one(`#${figure}`) ?? document.createElement("i"), "[data-shows]")
        .map((part) => part.dataset.shows)
        .filter((shows) => !expected.includes(shows))
        .map((shows) => `#${figure} shows ${shows} instead of ${expected[0]}`));
  }
  async function go(query, state) {
    for (const _ of ["all that is set", "the place in the history"]) {
      history.replaceState(null, "", location.href.split(/[?#]/)[0] + query);
      dispatchEvent(new PopStateEvent("popstate"));
    }
    const deadline = performance.now() + 15000;
    while (wrong(state).length && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const asks = () => one("#question")?.checkVisibility();
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  // Let go of everything, and close what is open.
  dispatchEvent(new KeyboardEvent("keyup"));
  let focused = document.activeElement;
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  focused.blur();
  for (const key of ["Escape", "Escape"]) {
    (one("#pages_rows") ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }
  dispatchEvent(new KeyboardEvent("keyup"));
  for (const details of all("details")) details.open = false;
  for (const [name, value] of Object.entries({ only: "", lock: "", ask: "", ...known })) {
    const option = one(`#link-${name}`);
    if (option?.type === "checkbox") option.checked = value !== "";
    else if (option) option.value = value;
  }
  if (!one("#link").hidden) one("#link-close").click();
  if (document.documentElement.dataset.ask === "told" && known.ask) one(".uncover").click();
  for (const speed of all(".player select")) {
    speed.value = [...speed.options].find((option) => option.defaultSelected)?.value ?? speed.options[0].value;
  }
  for (const figure of all("[data-asks]")) figure.dataset.asks = "first";
  document.documentElement.removeAttribute("style");
  localStorage.clear();
  sessionStorage.clear();
  getSelection().removeAllRanges();

  // Far away and back, so that nothing of before is still to come; the first question is answered on
  // the way. The curves answer at once when they are in sight.
  one("#waste_curves")?.scrollIntoView();
  await frame();
  if (asks()) far.scheme = "paged";
  await go(query[0] + new URLSearchParams({ ...far, ...known }), far);
  localStorage.clear();
  await go(query, wanted);
  scrollTo(0, 0);
  document.body.tabIndex = -1;  // where the next Tab starts from
  document.body.focus();
  document.body.blur();
  document.body.removeAttribute("tabindex");
  await frame();
  await frame();

  const faults = wrong(wanted);
  const expect = (holds, what) => { if (!holds) faults.push(what); };
  const theme = new URLSearchParams(`${location.search}&${location.hash.slice(1)}`).get("theme");
  const chosen = ["light", "dark"].includes(theme) ? theme : "";
  expect(chosen === (known.theme ?? ""), "the theme was chosen by a click");
  expect(!deep(document.body, ".guesses *").length
    || !deep(one(".guesses"), "[aria-pressed=true], .bk-active").length, "a guess was made");
  expect(!asks(), "the first question is open");
  expect(all("[data-undo]").every((undo) => undo.ariaDisabled === "true"), "there is something to undo");
  expect(!one(".enlarged"), "a figure is enlarged");
  expect(!one("details[open]"), "a table is open");
  expect(one("#link").hidden && one("#copy-link").textContent === "Copy link", "the link is open");
  expect(!one("[data-playing=true]"), "a clock plays");
  expect(document.activeElement === document.body, "something has the focus");
  expect(localStorage.length === 0, "something is stored");
  expect(scrollY === 0, "the page is scrolled");
  return faults;
}
