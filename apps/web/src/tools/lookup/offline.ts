/** Shown if the visitor's device is offline. */
export const OFFLINE = 'You are offline: this device has no network connection.';
