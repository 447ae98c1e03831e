/** The ids of the two lists of findings. */
export const CERTIFICATE_FINDINGS = 'certificate-findings';
export const SERVER_FINDINGS = 'server-findings';
