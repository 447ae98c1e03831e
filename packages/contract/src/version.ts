/** The version of this software, equal to that in the manifests (tested). */
export const SONDE_VERSION = '0.1.0';
