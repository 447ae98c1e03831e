/** Values for {host}, the second {host} and {ip} in the texts of the specification. */
export const EXAMPLE_HOST = 'example.com';
export const EXAMPLE_HOST_2 = 'example.org';
export const EXAMPLE_IP = '8.8.8.8';
