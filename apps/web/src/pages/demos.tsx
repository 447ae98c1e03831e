import { PageHeader } from '../ui/layout/page-header.tsx';
import { demos } from './demos/demos.ts';

/** For search engines. */
export const description = 'Every part of the interface on one page.';

/** All components on one page; only the development server has it. */
export function Page() {
  return (
    <>
      <PageHeader title="Kit" subtitle="Every part of the interface, by file" />
      {Object.entries(demos).map(([path, { Demo }]) => (
        <section className="stack" key={path} aria-label={path}>
          <h2 className="heading">{path.replace('../../', '').replace('.demo.tsx', '')}</h2>
          <Demo />
        </section>
      ))}
    </>
  );
}
