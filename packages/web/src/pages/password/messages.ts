import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    forgotTitle: 'Reset your password',
    forgotText:
      'Enter your e-mail address. If it has an account, a link to set a new password is sent to it.',
    email: 'E-mail address',
    send: 'Send link',
    sent: 'If {email} has an account, a link has been sent to it. The link is valid for one hour.',
    resetTitle: 'New password',
    password: 'New password',
    passwordHint: 'At least 8 characters. All open sessions are closed.',
    set: 'Set password',
    done: 'The password has been set. Sign in with it.',
    back: 'Back to sign-in',
  },
  es: {
    forgotTitle: 'Restablecer la contraseña',
    forgotText:
      'Indique su correo electrónico. Si tiene cuenta, se enviará un enlace para elegir una contraseña nueva.',
    email: 'Correo electrónico',
    send: 'Enviar enlace',
    sent: 'Si {email} tiene cuenta, se le ha enviado un enlace. Caduca en una hora.',
    resetTitle: 'Contraseña nueva',
    password: 'Contraseña nueva',
    passwordHint: 'Al menos 8 caracteres. Se cierran todas las sesiones abiertas.',
    set: 'Guardar la contraseña',
    done: 'La contraseña se ha guardado. Inicie sesión con ella.',
    back: 'Volver al inicio de sesión',
  },
});
