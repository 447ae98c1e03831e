import { ComingSoon } from '../screens/coming-soon.tsx';
import type { PageProps } from '../screens/screen-card.ts';

/** For search engines. */
export const description = 'MAC address lookup for manufacturers: announced, not available yet.';

export function Page({ screen }: PageProps) {
  return (
    <ComingSoon screen={screen}>
      <p>
        A MAC address identifies a network interface within its local network. Its first 24 to 36 bits identify the
        organization to which the IEEE assigned the block, in most cases the manufacturer. Many phones and laptops use
        random addresses, which identify nobody.
      </p>
    </ComingSoon>
  );
}
