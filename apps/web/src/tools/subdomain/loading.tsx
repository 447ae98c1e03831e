import { SkeletonPanel } from '../../ui/skeleton-panel.tsx';
import { LookupLoading } from '../lookup-frame.tsx';

export function searchingText(domain: string): string {
  return `Searching for names below ${domain}`;
}

interface LoadingProps {
  readonly domain: string;
  onCancel(): void;
}

/** The shape of the cards to come. */
export function Loading({ domain, onCancel }: LoadingProps) {
  return (
    <LookupLoading text={searchingText(domain)} onCancel={onCancel}>
      <SkeletonPanel rows={3} span={4} />
      <SkeletonPanel rows={3} span={4} />
      <SkeletonPanel rows={3} span={4} />
    </LookupLoading>
  );
}
