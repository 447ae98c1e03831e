import { Search } from 'lucide-react';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../../examples.ts';
import { RoundButton } from '../../ui/round-button.tsx';
import type { PageProps } from '../screen-card.ts';
import { Unbuilt } from '../unbuilt.tsx';

export function Page({ screen }: PageProps) {
  return (
    <Unbuilt
      screen={screen}
      label="Domain name"
      placeholder="Enter domain name..."
      button={<RoundButton label="Look up" icon={Search} busy={false} />}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
    >
      <p>Enter a domain name to view its registration and ownership details</p>
    </Unbuilt>
  );
}
