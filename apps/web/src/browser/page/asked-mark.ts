/** The parameters in which links to the tools name their targets. */
const TARGETS = ['q', 'domain', 'host', 'mac', 'url', 'target', 'address', 'resource'];

/** Whether the address of a page names a target. */
export const hasTarget = (search: string): boolean => {
  const query = new URLSearchParams(search);
  return TARGETS.some((name) => (query.get(name) ?? '').trim() !== '');
};

/** Makes the header of a page with a field one bar, or a banner again: the styles read it, as `use-bar.ts` sets it later. */
export function markAsked(isAsked: boolean): void {
  document.documentElement.toggleAttribute('data-asked', isAsked);
}
