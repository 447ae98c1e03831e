import { SkeletonPanel } from '../../ui/skeleton-panel.tsx';
import { LookupLoading } from '../lookup-frame.tsx';
import { texts } from './texts.ts';

/** The shape of the record and what is read from it. */
export function Loading({ onCancel }: { onCancel(): void }) {
  return (
    <LookupLoading text={texts.loading} onCancel={onCancel}>
      <SkeletonPanel rows={10} />
      <SkeletonPanel rows={4} />
    </LookupLoading>
  );
}
