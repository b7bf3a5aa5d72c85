// Shows what the service pushes to this device and opens what a notification is about. It caches nothing and answers no request.
addEventListener('install', () => skipWaiting());

addEventListener('push', (event) => {
  event.waitUntil(show(event.data));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** A push that shows nothing costs the permission: one that cannot be read is shown as well. */
function show(data) {
  let message = {};
  try {
    message = data.json();
  } catch {
    // The title says enough.
  }
  const { title = 'Lonja', text: body = '', path = '/alerts' } = message;
  return registration.showNotification(title, {
    body,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: path,
  });
}

async function open(path) {
  const { origin, href } = new URL(path, location.origin);
  const address = origin === location.origin ? href : `${location.origin}/alerts`;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ url }) => url === address);
  return shown === undefined ? clients.openWindow(address) : shown.focus();
}
