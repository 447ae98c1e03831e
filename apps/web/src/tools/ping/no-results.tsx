import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Activity } from '../../ui/icons/lucide/activity.ts';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { texts } from './texts.ts';

/** A ping that was cancelled before the first reply. */
export function NoResults() {
  return <LookupFrame top={<EmptyState icon={Activity} title={texts.empty} afterSearch />} />;
}
