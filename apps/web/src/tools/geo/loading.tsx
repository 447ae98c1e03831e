import { SkeletonPanel } from '../../ui/skeleton-panel.tsx';
import { LookupLoading } from '../lookup-frame.tsx';
import { texts } from './texts.ts';

/** The shape of the three panels to come. */
export function Loading({ onCancel }: { onCancel(): void }) {
  return (
    <LookupLoading text={texts.searching} onCancel={onCancel}>
      <SkeletonPanel rows={7} />
      <SkeletonPanel rows={7} span={5} />
      <SkeletonPanel rows={7} span={7} />
    </LookupLoading>
  );
}
