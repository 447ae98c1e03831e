import { Globe, MapPin, Network } from 'lucide-react';
import { EXAMPLE_HOST, EXAMPLE_IP } from '../../examples.ts';
import { AdScripts } from '../../ui/ad-scripts.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import type { PageProps } from '../screen-card.ts';
import { Unbuilt } from '../unbuilt.tsx';

const previews = [
  { icon: Globe, title: 'Location', text: 'Country, region, city, postal code, continent and local time.' },
  { icon: Network, title: 'Network', text: 'AS number and name, provider, organization, and whether it is hosting.' },
  { icon: MapPin, title: 'Map', text: 'One marker at the coordinates the database gives.' },
];

export function Page({ screen }: PageProps) {
  return (
    <>
      <Unbuilt
        screen={screen}
        label="IP address or domain"
        placeholder={`Enter IP address or domain (e.g., ${EXAMPLE_IP} or ${EXAMPLE_HOST})`}
        button={<SubmitButton label="Search" busyLabel="Searching..." busy={false} />}
        examples={[EXAMPLE_IP, EXAMPLE_HOST]}
      >
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
      </Unbuilt>
      <AdScripts />
    </>
  );
}
