import { BadgeCheck } from '../ui/icons/lucide/badge-check.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { lazyReader, ReaderBody } from './reader-body.tsx';

const CertificateReader = lazyReader(
  async () => (await import('./certificate/certificate-reader.tsx')).CertificateReader,
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
