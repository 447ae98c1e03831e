import { SkeletonPanel } from '../../ui/skeleton-panel.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { LookupFrame } from '../lookup-frame.tsx';

/** The line that says what is being done. */
export function Busy({ domain }: { readonly domain: string }) {
  return (
    <div className="grid">
      <StatusLine text={`Searching for names below ${domain}`} />
    </div>
  );
}

/** What is shown until the first names: that line, and the shape of the cards to come. */
export function Loading({ domain }: { readonly domain: string }) {
  return (
    <LookupFrame top={<Busy domain={domain} />}>
      <SkeletonPanel rows={3} span={4} />
      <SkeletonPanel rows={3} span={4} />
      <SkeletonPanel rows={3} span={4} />
    </LookupFrame>
  );
}
