import type { PageProps } from '../screen-card.ts';

export function Page({ screen }: PageProps) {
  return <h1>{screen.title}</h1>;
}
