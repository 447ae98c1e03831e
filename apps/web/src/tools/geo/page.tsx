import { AdScripts } from '../../ui/ads/ad-scripts.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { Globe } from '../../ui/icons/lucide/globe.ts';
import { MapPin } from '../../ui/icons/lucide/map-pin.ts';
import { Network } from '../../ui/icons/lucide/network.ts';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { EXAMPLE_HOST, EXAMPLE_IP } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { Loading } from './loading.tsx';
import { ABOUT, texts } from './texts.ts';
import { useTracker } from './use-tracker.ts';

const PARAM = 'q';
const NO_ADDRESS = 'Your address could not be determined. Please try again.';

const result = lazyResult(() => import('./result.tsx'), 'The page could not be loaded completely.');

/** For search engines. */
export const description = 'Find where an IP address or domain is: country, city, network, provider and a map.';

export function Page({ screen }: PageProps) {
  const tracker = useTracker(PARAM);

  async function fillMyAddress() {
    const address = await import('./my-address.ts').then(({ findMyAddress }) => findMyAddress()).catch(() => null);
    if (address === null) tracker.complain(NO_ADDRESS);
    else tracker.choose(address);
  }
  const myAddress = (
    <button type="button" onClick={() => void fillMyAddress()}>
      Use my address
    </button>
  );
  return (
    <>
      <LookupPage
        screen={screen}
        form={tracker}
        label="IP address or domain"
        placeholder={texts.placeholder}
        button={<SubmitButton label={texts.search} busyLabel={texts.searching} busy={tracker.isBusy} />}
        about={ABOUT}
        examples={[EXAMPLE_IP, EXAMPLE_HOST]}
        more={myAddress}
        idle={<Idle />}
        loading={<Loading onCancel={tracker.cancel} />}
        result={result}
      />
      <AdScripts />
    </>
  );
}

const previews = [
  { icon: Globe, title: 'Location', text: 'Country, region, city, postal code, continent and local time.' },
  { icon: Network, title: 'Network', text: 'AS number and name, provider, organization, and whether it is hosting.' },
  { icon: MapPin, title: 'Map', text: 'One marker at the coordinates the database gives.' },
];

/** Shown before the first lookup. */
function Idle() {
  return (
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
  );
}
