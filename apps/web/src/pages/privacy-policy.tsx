import { siteConfig } from '../browser/site-config.ts';
import { ShieldCheck } from '../ui/icons/lucide/shield-check.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { privacySections } from './privacy/privacy-sections.tsx';

/** For search engines. */
export const description =
  'What this site collects when you look something up, what it is used for, and how to ask about it.';

export function Page() {
  return (
    <>
      <PageHeader icon={ShieldCheck} title="Privacy Policy" subtitle="Last updated: 2nd October 2024" />
      <div className="with-toc">
        <article className="prose">
          {privacySections(siteConfig.brand, siteConfig.contactEmail).map(({ id, title, body }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              {body}
            </section>
          ))}
        </article>
        <nav aria-label="On this page">
          {privacySections('', '').map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </div>
    </>
  );
}
