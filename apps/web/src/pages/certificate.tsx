import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { BadgeCheck } from '../ui/icons/lucide/badge-check.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ReaderBody } from './reader-body.tsx';

const { Result: CertificateReader } = lazyResult<object>(
  () => import('./certificate/certificate-reader.tsx').then((chunk) => ({ Result: chunk.CertificateReader })),
  'This page could not be loaded completely. Please check the connection.',
);

/** For search engines. */
export const description = 'Decode certificates and requests in your browser.';

export function Page() {
  return (
    <>
      <PageHeader
        icon={BadgeCheck}
        title="Certificate decoder"
        subtitle="A certificate, a chain or a request, read in your browser"
      />
      <ReaderBody Reader={CertificateReader} />
    </>
  );
}
