/* The figures that the page has so far, as one: its state is the union of theirs.

   A figure gives `read()` and `show(state)` for its part of the state, and may have
   - `starts(asked)`: where it starts, if that is not what it shows on arrival and the address asks for no other,
   - `expected()`: what its parts say of themselves once they show its state,
   - `workload`: the models of lengths, block and page, for others to follow,
   - `joined()`: it, or another figure, has arrived,
   - `refresh()` and `write()`: bring its buttons, and its fields, in line with its state,
   - `lock()` and `cover(covered)`: what a class may not change, and not see,
   - `clock`: it goes on by itself. */

export function gatherFigures() {
  const figures = [];
  let quiet = false;

  const union = (some) => Object.assign({}, ...some.map((each) => each.read()));
  const all = (name, ...given) => figures.flatMap((each) => each[name]?.(...given) ?? []);
  /** Do what the page's listeners are not to take for a change of the reader's. */
  function quietly(does) {
    const before = quiet;
    quiet = true;
    does();
    quiet = before;
  }
  return {
    add: (figure) => { figures.push(figure); },
    read: () => union(figures),
    readClocks: () => union(figures.filter(({ clock }) => clock)),
    show: (state) => quietly(() => all("show", state)),
    expected: () => all("expected"),
    workload: () => figures.find(({ workload }) => workload)?.workload,
    joined: () => { all("joined"); },
    refresh: () => { all("refresh"); },
    write: () => { all("write"); },
    lock: () => { all("lock"); },
    cover: (covered) => { all("cover", covered); },
    quietly,
    /** Let a listener hear of what the reader does, and of nothing else. */
    heard: (listener) => () => { if (!quiet) listener(); },
  };
}
