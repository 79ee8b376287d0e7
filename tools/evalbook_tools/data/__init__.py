"""What made the files that the package, the site and the PDF bring along; needed only to make them anew."""
