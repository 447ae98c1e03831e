import { BadgeCheck } from '../ui/icons/lucide/badge-check.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { CertificateReader } from './certificate/certificate-reader.tsx';

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
      <div className="reader-body">
        <CertificateReader />
      </div>
    </>
  );
}
