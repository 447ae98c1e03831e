import { Globe, MapPin, Network } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EXAMPLE_HOST, EXAMPLE_IP } from '../../examples.ts';
import { AdScripts } from '../../ui/ad-scripts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecentLookups } from '../../ui/recent-lookups.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { lazyResult } from '../lazy-result.tsx';
import { IdleAds } from '../lookup-frame.tsx';
import type { PageProps } from '../screen-card.ts';
import type { RunningLookup } from '../use-lookup.ts';
import { Loading } from './loading.tsx';
import { texts } from './texts.ts';
import { useTracker } from './use-tracker.ts';

const PARAM = 'q';
const NO_ADDRESS = 'Your address could not be found out. Please try again.';

const { Result, usePrefetch } = lazyResult(() => import('./result.tsx'), 'The page could not be loaded completely.');

export function Page({ screen }: PageProps) {
  const [running, setRunning] = useState<RunningLookup | null>(null);
  const tracker = useTracker(screen.path, PARAM, running !== null);
  usePrefetch();

  function cancel() {
    running?.cancel();
    tracker.cancel();
  }
  async function fillMyAddress() {
    const address = await import('./my-address.ts').then(({ findMyAddress }) => findMyAddress()).catch(() => null);
    if (address === null) tracker.complain(NO_ADDRESS);
    else tracker.choose(address);
  }
  return (
    <>
      <PageHeader icon={screen.icon} title={screen.title} subtitle={screen.subtitle}>
        <SearchForm
          action={screen.path}
          name={PARAM}
          label="IP address or domain"
          placeholder={texts.placeholder}
          value={tracker.text}
          onValueChange={tracker.type}
          onSubmit={tracker.submit}
          onCancel={cancel}
          busy={running !== null}
          invalid={tracker.message !== null}
          message={tracker.message}
          button={<SubmitButton label={texts.search} busyLabel={texts.searching} busy={running !== null} />}
        >
          <RecentLookups
            tool={screen.id}
            current={tracker.asked?.target ?? null}
            examples={[EXAMPLE_IP, EXAMPLE_HOST]}
            hrefOf={(target) => `${screen.path}?${new URLSearchParams({ [PARAM]: target })}`}
            onChoose={tracker.choose}
          />
          <button type="button" onClick={() => void fillMyAddress()}>
            Use my address
          </button>
        </SearchForm>
      </PageHeader>
      {tracker.asked === null ? (
        <Idle />
      ) : (
        <Suspense fallback={<Loading />}>
          <Result asked={tracker.asked} onRunning={setRunning} />
        </Suspense>
      )}
      <AdScripts />
    </>
  );
}

const previews = [
  { icon: Globe, title: 'Location', text: 'Country, region, city, postal code, continent and local time.' },
  { icon: Network, title: 'Network', text: 'AS number and name, provider, organization, and whether it is hosting.' },
  { icon: MapPin, title: 'Map', text: 'One marker at the coordinates the database gives.' },
];

/** Before the first lookup: what comes, and the ads' space. */
function Idle() {
  return (
    <>
      <ul className="trio" aria-label="What comes">
        {previews.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <span className="ico">
              <Icon className="i" />
            </span>
            <strong>{title}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <IdleAds />
    </>
  );
}
