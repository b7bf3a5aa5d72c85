import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    forgotTitle: 'Forgotten password',
    forgotText: 'Give your address: if it has an account, a link that sets a new password is on its way.',
    email: 'E-mail address',
    send: 'Send me the link',
    sent: 'If {email} has an account, a link is on its way. It is valid for an hour.',
    resetTitle: 'New password',
    password: 'New password',
    passwordHint: 'At least 8 characters. Every session that is open ends.',
    set: 'Set the password',
    done: 'The password is set. Sign in with it.',
    back: 'Back to sign-in',
  },
  es: {
    forgotTitle: 'Contraseña olvidada',
    forgotText: 'Indique su dirección: si tiene cuenta, recibirá un enlace para fijar una contraseña nueva.',
    email: 'Correo electrónico',
    send: 'Enviarme el enlace',
    sent: 'Si {email} tiene cuenta, el enlace está en camino. Es válido durante una hora.',
    resetTitle: 'Contraseña nueva',
    password: 'Contraseña nueva',
    passwordHint: 'Al menos 8 caracteres. Se cierran todas las sesiones abiertas.',
    set: 'Fijar la contraseña',
    done: 'La contraseña se ha fijado. Inicie sesión con ella.',
    back: 'Volver al inicio de sesión',
  },
});
