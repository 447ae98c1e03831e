import { SearchX } from '../icons/lucide/search-x.ts';
import { toast } from './announce.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorBox } from './error-box.tsx';
import { SkeletonPanel } from './skeleton-panel.tsx';
import { StatusLine } from './status-line.tsx';

export function Demo() {
  return (
    <div className="grid">
      <div className="c12">
        <StatusLine text="Looking up DNS records..." onCancel={() => toast('Cancelled')} />
      </div>
      <SkeletonPanel rows={3} span={6} />
      <SkeletonPanel rows={3} span={6} />
      <div className="c12">
        <EmptyState icon={SearchX} title="No DNS records found for this domain">
          The name may be misspelled, not registered, or not delegated yet.
        </EmptyState>
      </div>
      <div className="c12">
        <ErrorBox message="DNS Lookup failed: The resolvers did not answer in time" onRetry={() => toast('Again')}>
          The servers of this domain are slow or down.
        </ErrorBox>
      </div>
      <button className="btn c4" type="button" onClick={() => toast('Link copied')}>
        Show a toast
      </button>
    </div>
  );
}
