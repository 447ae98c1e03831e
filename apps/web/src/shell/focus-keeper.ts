let isKept = false;

/** From the visitor's first key or press on, so that no page loads more at first. */
export const focusKeeper = {
  prefetch(event?: Event) {
    if (isKept) return;
    isKept = true;
    // As it stands now: the press may remove its own control before the code is here.
    const branch = branchOf(event?.target);
    import('../browser/page/keep-focus.ts').then(
      ({ keepFocus }) => keepFocus(branch),
      () => {
        isKept = false;
      },
    );
  },
};

/** An element and those around it, the nearest first. */
function branchOf(target: EventTarget | null | undefined): readonly Element[] {
  const branch: Element[] = [];
  for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) branch.push(at);
  return branch;
}
