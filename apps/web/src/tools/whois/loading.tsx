import { SkeletonPanel } from '../../ui/skeleton-panel.tsx';
import { LookupLoading } from '../lookup-frame.tsx';
import { texts } from './texts.ts';

/** The shape of what is read from the record, and of the record. */
export function Loading({ onCancel }: { onCancel(): void }) {
  return (
    <LookupLoading text={texts.loading} onCancel={onCancel}>
      <SkeletonPanel rows={4} />
      <SkeletonPanel rows={10} />
    </LookupLoading>
  );
}
