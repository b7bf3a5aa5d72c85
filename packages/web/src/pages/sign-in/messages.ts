import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    otp: 'Code of the second factor',
    otpHint:
      'The 6 digits that your authenticator shows, or a recovery code. Leave it empty if your account has none.',
    hasOtp: 'I have a second factor',
    tooMany: 'Too many tries. Set a new password by mail, or try again in a quarter of an hour.',
    forgot: 'Forgotten your password?',
    noAccount: 'No account yet?',
    register: 'Create one',
  },
  es: {
    title: 'Iniciar sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    otp: 'Código del segundo factor',
    otpHint:
      'Los 6 dígitos que muestra su autenticador, o un código de recuperación. Déjelo vacío si su cuenta no lo tiene.',
    hasOtp: 'Tengo un segundo factor',
    tooMany:
      'Demasiados intentos. Elija una contraseña nueva por correo o inténtelo dentro de un cuarto de hora.',
    forgot: '¿Ha olvidado la contraseña?',
    noAccount: '¿Aún no tiene cuenta?',
    register: 'Crear una',
  },
});
