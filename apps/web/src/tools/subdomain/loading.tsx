import { SkeletonPanel } from '../../ui/feedback/skeleton-panel.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';

export function searchingText(domain: string): string {
  return `Searching for names below ${domain}`;
}

interface LoadingProps {
  readonly domain: string;
  onCancel(): void;
}

/** The skeleton of the cards. */
export function Loading({ domain, onCancel }: LoadingProps) {
  return (
    <LookupLoading text={searchingText(domain)} onCancel={onCancel}>
      <SkeletonPanel rows={3} span={4} />
      <SkeletonPanel rows={3} span={4} />
      <SkeletonPanel rows={3} span={4} />
    </LookupLoading>
  );
}
