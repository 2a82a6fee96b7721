// Next looks for this file in the folders above, too, and would build the service's own into this app.
export function register() {}
