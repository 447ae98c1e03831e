/** The version of this software, as in its manifests; a test compares them. */
export const SONDE_VERSION = '0.1.0';
