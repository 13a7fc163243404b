"""How HMMs are made and changed: learned, distilled, adapted, carried over. Who only asks one loads none of it."""
