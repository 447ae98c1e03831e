import { AdSlot } from './ad-slot.tsx';

export function Demo() {
  return (
    <>
      <AdSlot kind="banner" />
      <AdSlot kind="native" />
    </>
  );
}
